import { REGISTRATION, stateOf } from "../plan/registrations.ts";
import { CLIENT, DATE, type Dialect, ds, perServer, registrar } from "./whois-facts.ts";

const { registered, changed, expires } = REGISTRATION;

const JP_HEAD = `[ JPRS database provides information on network administration. Its use is    ]
[ restricted to network administration purposes. For further information,     ]
[ use 'whois -h whois.jprs.jp help'. To suppress Japanese output, add'/e'     ]
[ at the end of command, e.g. 'whois -h whois.jprs.jp xxx/e'.                 ]
`;

/** Field labels by meaning, in English and in ISO-2022-JP (RFC 1468), which uses only ASCII bytes. */
const JP_LABELS = {
  english: { domain: "Domain Name", server: "Name Server", created: "Created on", expires: "Expires on" },
  japanese: {
    domain: "\x1b$B%I%a%$%sL>\x1b(B",
    server: "\x1b$B%M!<%`%5!<%P\x1b(B",
    created: "\x1b$BEPO?G/7nF|\x1b(B",
    expires: "\x1b$BM-8z4|8B\x1b(B",
  },
} as const;

/** JPRS's answer, in Japanese unless the query ends in `/e`. */
export function jp(question: string): string {
  const name = question.replace(/\/e$/, "");
  const labels = JP_LABELS[question.endsWith("/e") ? "english" : "japanese"];
  const state = stateOf(name.split(".")[0] ?? "");
  if (state === "limited") return `${JP_HEAD}Too many requests from ${CLIENT}. Access denied temporarily.\n`;
  if (state === "free")
    return `${JP_HEAD}No match!!\n\nWith JPRS WHOIS, you can query the following domain name information.\n`;
  const line = (label: string, value: string) => `[${label}]`.padEnd(32) + value;
  if (state === "reserved")
    return `${JP_HEAD}Domain Information:\n${line(labels.domain, name.toUpperCase())}\n\n[Status] Reserved\n`;
  return `${JP_HEAD}Domain Information:
${line(labels.domain, name.toUpperCase())}

${line("Registrant", "Lab Kabushiki Kaisha")}

${perServer((server) => `${line(labels.server, server)}\n`)}${line("Signing Key", `${ds.keyTag} ${ds.algorithm} ${ds.digestType} (`)}
                                ${ds.digest} )

${line(labels.created, DATE.slashes(registered))}
${line(labels.expires, DATE.slashes(expires))}
${line("Status", state === "dropped" ? "Suspended" : "Active")}
${line("Last Updated", `${DATE.slashes(changed)} 19:11:12 (JST)`)}

Contact Information:
${line("Name", "Whois Privacy Protection Service by Lab")}
`;
}

/** KISA's answer, in Korean and then in English. */
export const kr: Dialect = (name, state) => {
  const head = `query : ${name}\n\n\n# KOREAN(UTF8)\n\n`;
  if (state === "limited")
    return `${head}Your IP address(${CLIENT}) has exceeded the query limit. Try again later.\n`;
  if (state === "free")
    return `${head}상기 도메인이름은 등록되어 있지 않습니다.

# ENGLISH

Above domain name is not registered to KRNIC.

- KISA/KRNIC WHOIS Service -
`;
  if (state === "reserved")
    return `${head}상기 도메인이름은 등록이 제한된 도메인이름입니다.

# ENGLISH

The requested domain name is reserved and restricted from registration.

- KISA/KRNIC WHOIS Service -
`;
  return `${head}도메인이름                  : ${name}
등록인                      : 주식회사 랩
등록일                      : ${DATE.korean(registered)}
최근 정보 변경일             : ${DATE.korean(changed)}
사용 종료일                  : ${DATE.korean(expires)}
정보공개여부                 : N
등록대행자                   : ${registrar.name}(${registrar.url})
DNSSEC                      : 서명

${perServer((server, _, i) => `${i + 1}차 네임서버 정보\n   호스트이름                : ${server}\n\n`)}네임서버 이름이 .kr이 아닌 경우는 IP주소가 보이지 않습니다.


# ENGLISH

Domain Name                 : ${name}
Registrant                  : Lab Inc.
Registered Date             : ${DATE.korean(registered)}
Last Updated Date           : ${DATE.korean(changed)}
Expiration Date             : ${DATE.korean(expires)}
Publishes                   : N
Authorized Agency           : ${registrar.name}(${registrar.url})
DNSSEC                      : signed

${perServer((server, _, i) => `${i === 0 ? "Primary" : "Secondary"} Name Server\n   Host Name                : ${server}\n\n`)}- KISA/KRNIC WHOIS Service -
`;
};
