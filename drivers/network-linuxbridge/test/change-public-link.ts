/** Opens or closes the link between a host and its cloud's public network: `node change-public-link.ts open|close <cloud> <runtime directory>`. */
import { closePublicLink, firstUnroutedOf, openPublicLink, publicLinkOnHost } from '../src/public-link.ts'

const [verb, cloud = '', runtimeDirectory = ''] = process.argv.slice(2)
const options = { cloud, runtimeDirectory }
const cidr = await firstUnroutedOf(options, ['172.24.4.0/24', '172.24.5.0/24'])
if (verb === 'open' && cidr) await openPublicLink({ ...options, cidr, gateway: cidr.replace('.0/24', '.1') })
else await closePublicLink(options)
process.stdout.write(JSON.stringify({ cidr, changed: await publicLinkOnHost(options) }))
