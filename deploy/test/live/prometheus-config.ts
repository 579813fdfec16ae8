import { join } from "node:path";

const DEPLOY = join(import.meta.dir, "../..");
type Job = { job_name: string; static_configs?: object[] };

/**
 * Compose's own configuration with the project's rules, with other places: processes of the lab have ports in place of names.
 * @param scraped each job's places, as host:port. @param global what is otherwise, such as the interval.
 * @throws where compose has other jobs than these.
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
