import { DATE } from "./whois-facts.ts";
import type { Telling } from "./whois-reply.ts";

const JPNIC_HEAD = `[ JPNIC database provides information regarding IP address and ASN. Its use   ]
[ is restricted to network administration purposes. For further information,  ]
[ use 'whois -h whois.nic.ad.jp help'. To only display English output,        ]
[ add '/e' at the end of command, e.g. 'whois -h whois.nic.ad.jp xxx/e'.      ]

`;

export const jpnic: Telling = (_, network) =>
  network === null
    ? `${JPNIC_HEAD}No match!!\n`
    : `${JPNIC_HEAD}Network Information:
a. [Network Number]             ${network.cidr}
b. [Network Name]               ${network.name}
g. [Organization]               ${network.holder.name}
m. [Administrative Contact]     ${network.abuse.handle}
n. [Technical Contact]          ${network.abuse.handle}
[Abuse]                         ${network.abuse.email}
[Assigned Date]                 ${DATE.slashes(network.registered)}
[Return Date]
[Last Update]                   ${DATE.slashes(network.changed)} 10:11:12(JST)

Less Specific Info.
----------
None
`;
