import { join } from "node:path";

const DEPLOY = join(import.meta.dir, "../..");
type Job = { job_name: string; static_configs?: object[] };

/**
 * Returns compose's Prometheus configuration with the project's rules and with the given targets.
 * @param scraped targets of each job, as host:port
 * @param global overrides of the global settings, such as the interval
 * @throws if the jobs in compose's configuration are not the same as in `scraped`
 */
export async function prometheusConfig(
  scraped: ReadonlyMap<string, readonly string[]>,
  global: object = {},
): Promise<object> {
  type Config = { global: object; scrape_configs: Job[] };
  const config = Bun.YAML.parse(await Bun.file(join(DEPLOY, "compose/prometheus.yml")).text()) as Config;
  const jobs = config.scrape_configs.map(({ job_name }) => job_name).sort();
  if (JSON.stringify(jobs) !== JSON.stringify([...scraped.keys()].sort()))
    throw new Error(`compose scrapes ${jobs}, and there are ${[...scraped.keys()]}`);
  return {
    global: { ...config.global, ...global },
    rule_files: [join(DEPLOY, "prometheus/rules.yaml")],
    scrape_configs: config.scrape_configs.map((job) => ({
      ...job,
      dns_sd_configs: undefined,
      static_configs: [{ ...job.static_configs?.[0], targets: scraped.get(job.job_name) }],
    })),
  };
}
