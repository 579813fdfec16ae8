import type { ServiceName } from "@dnstools/core/contract";
import { Fault } from "@dnstools/core/fault";
import type { MetricMakers } from "@dnstools/service/metrics";
import { createPlace, type Place } from "@dnstools/service/place";
import { clientGone } from "@dnstools/service/problem";
import { createShedder } from "@dnstools/service/shedder";

export type OverloadOptions = {
  readonly services: readonly ServiceName[];
  /** Calls that a service works on at once, and of one caller; 0 for any number. */
  readonly serviceConcurrency: number;
  readonly keyConcurrency: number;
  /** Milliseconds by which this process may be late; 0 for any. */
  readonly shedLagMs: number;
  readonly make: MetricMakers;
};

/** Keeps what comes within what can be done. Whoever is refused is told so at once, and nothing was done for them. */
export type Overload = {
  /** Whether a call may go on: not while this process is late, first for callers that send most. */
  readonly admits: (caller: string) => boolean;
  /** Waits for a place at a service, in turn with others. @returns how to leave; throws `overloaded` where there is none. */
  readonly enter: (service: ServiceName, caller: string, signal: AbortSignal) => Promise<Leave>;
};

/** Leaves a service's place. @param overloaded whether the service had too much to do for the call. */
export type Leave = (overloaded: boolean) => void;

/** Milliseconds that a place is waited for: later it is better to be told so. */
const WAIT_MS = 1000;
const ANY = Number.MAX_SAFE_INTEGER;
/** The same while a service has too much to do, where whoever waited for long would be late in any case; and of who sends little. */
const BUSY_WAIT_MS = 5;
const LIGHT_WAIT_MS = 100;
/** Milliseconds after which half of what a caller has sent is forgotten. */
const FORGET_MS = 500;
/** Calls at once that a service is left at the least. */
const LEAST = 4;
/** How the number shrinks with each call that was too much, and how much of a call each that was not lets it grow. */
const SHRINK = 0.9;
const GROWTH = 0.05;
/** Milliseconds without any that was too much, after which it doubles. */
const CALM_MS = 1000;

/**
 * So many calls at once as a service manages: fewer after each that was too much for it, more after others. A refusal here
 * costs a fraction of what one by the service costs.
 */
function createRoom(most: number, place: Place) {
  let now = most;
  let lastTooMuch = 0;
  return {
    waitMs(light: boolean): number {
      if (now >= most) return WAIT_MS;
      return light ? LIGHT_WAIT_MS : BUSY_WAIT_MS;
    },
    learn(tooMuch: boolean): void {
      const at = performance.now();
      if (tooMuch) {
        now = Math.max(LEAST, Math.min(now, place.inside() + 1) * SHRINK);
        lastTooMuch = at;
      } else if (now < most) {
        now += GROWTH;
        if (at - lastTooMuch > CALM_MS) {
          now *= 2;
          lastTooMuch = at;
        }
        now = Math.min(now, most);
      } else return;
      place.resize(Math.floor(now));
    },
    limit: () => (most === ANY ? Number.POSITIVE_INFINITY : Math.floor(now)),
  };
}

export function createOverload(options: OverloadOptions): Overload {
  const { make, services, serviceConcurrency, keyConcurrency } = options;
  let late = 0;
  const full = new Map<ServiceName, Record<"full" | "late", number>>(
    services.map((service) => [service, { full: 0, late: 0 }]),
  );
  make.counterOf(
    "http_requests_shed_total",
    "Calls refused since there is too much to do: lag of the gateway's process, a service that is full, a turn that came too late.",
    ["service", "reason"],
    () => [
      [{ service: "gateway", reason: "lag" }, late],
      ...[...full].flatMap(([service, counts]) =>
        Object.entries(counts).map(([reason, count]) => [{ service, reason }, count] as const),
      ),
    ],
  );
  const shedder = createShedder(options.shedLagMs, make);
  const most = serviceConcurrency || ANY;
  const places = new Map<ServiceName, Place>(
    services.map((service) => [
      service,
      createPlace({ atOnce: most, perCaller: keyConcurrency || ANY, waitingMax: most }),
    ]),
  );
  const isLight = createSenders();
  const rooms = new Map([...places].map(([service, place]) => [service, createRoom(most, place)]));
  watch(places, make);
  make.gaugeOf(
    "http_concurrency_limit",
    "Calls that the gateway lets a service work on at once.",
    ["service"],
    () => [...rooms].map(([service, room]) => [{ service }, room.limit()]),
  );
  return {
    admits(caller) {
      const admitted = shedder.admit(caller);
      if (!admitted) late += 1;
      return admitted;
    },
    async enter(service, caller, signal) {
      const place = places.get(service);
      const room = rooms.get(service);
      if (place === undefined || room === undefined) return () => {};
      const entry = await place.enter(caller, room.waitMs(isLight(caller)), signal);
      if (entry === "gone") throw clientGone();
      if (entry !== "inside") {
        const counts = full.get(service);
        if (counts !== undefined) counts[entry] += 1;
        throw overloaded(`The ${service} service has as many calls as it can take, and yours had no turn.`);
      }
      return (tooMuch) => {
        room.learn(tooMuch);
        place.leave(caller);
      };
    },
  };
}

/** Who sends much and who little, lately. */
function createSenders() {
  let sent = new Map<string, number>();
  let all = 0;
  let forgetAt = 0;
  /** Notes a call. @returns whether its caller sends at most half of what callers do on average. */
  return (caller: string): boolean => {
    const now = performance.now();
    if (now > forgetAt) {
      forgetAt = now + FORGET_MS;
      sent = new Map([...sent].flatMap(([name, n]) => (n >= 1 ? [[name, n / 2] as const] : [])));
      all = [...sent.values()].reduce((sum, n) => sum + n, 0);
    }
    const own = (sent.get(caller) ?? 0) + 1;
    sent.set(caller, own);
    all += 1;
    return 2 * own <= all / sent.size;
  };
}

/** Shows how full the services are. */
function watch(places: ReadonlyMap<ServiceName, Place>, make: MetricMakers): void {
  const of = (count: (place: Place) => number) => () =>
    [...places].map(([service, place]) => [{ service }, count(place)] as const);
  make.gaugeOf(
    "service_calls",
    "Calls that a service works on, as the gateway counts.",
    ["service"],
    of((place) => place.inside()),
  );
  make.gaugeOf(
    "service_calls_waiting",
    "Calls that wait for a place at a service.",
    ["service"],
    of((place) => place.waiting()),
  );
}

function overloaded(what: string): Fault {
  return new Fault("overloaded", {
    detail: `${what} Try again in a few seconds.`,
    retryAfterS: 2,
    workDone: false,
  });
}
