/**
 * Starts a cloud for external benchmark clients: `node bench/stand-cloud.ts [--hosts HOSTS] [--standing STANDING] OPENRC
 * [embedded|together|apart]`. It is empty except for STANDING (0) servers of another project. Writes the credentials to the file OPENRC and
 * runs until SIGINT or SIGTERM. On SIGUSR2 it prints the processor time of each of its processes since the last SIGUSR2, in milliseconds.
 */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { processorTimes } from './processor-time.ts'
import { standServers } from './stand-servers.ts'
import { isShape, startBenchCloud } from './start-bench-cloud.ts'

const { values, positionals } = parseArgs({
  options: { hosts: { type: 'string', default: '10' }, standing: { type: 'string', default: '0' } },
  allowPositionals: true,
})
const [file, shape = 'together'] = positionals
if (file === undefined)
  throw new RangeError(
    'usage: node bench/stand-cloud.ts [--hosts HOSTS] [--standing STANDING] OPENRC [embedded|together|apart]',
  )
if (!isShape(shape)) throw new RangeError(`no shape is called ${shape}`)
await using cloud = await startBenchCloud(shape, Number(values.hosts))
const standing = Number(values.standing)
if (standing > 0) await standServers(cloud, standing)
const { username, password, projectName } = cloud.credentials
const openrc = {
  OS_AUTH_URL: cloud.identityUrl,
  OS_USERNAME: username,
  OS_PASSWORD: password,
  OS_PROJECT_NAME: projectName,
  OS_USER_DOMAIN_NAME: 'Default',
  OS_PROJECT_DOMAIN_NAME: 'Default',
  OS_REGION_NAME: 'RegionOne',
  OS_IDENTITY_API_VERSION: '3',
}
const lines = Object.entries(openrc).map(([name, value]) => `export ${name}='${value}'\n`)
await writeFile(file, lines.join(''), { mode: 0o600 })

let before = await processorTimes(cloud)
process.on('SIGUSR2', async () => {
  const now = await processorTimes(cloud)
  const spent = [...now].map(([name, ms]) => `${name} ${ms - (before.get(name) ?? 0)}`)
  process.stdout.write(`${spent.join(', ')}\n`)
  before = now
})
process.stdout.write(`ready: . ${file}\n`)
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
