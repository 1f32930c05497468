/**
 * Starts an empty cloud for clients that measure by themselves: `node bench/stand-cloud.ts OPENRC [embedded|together|apart]`. Writes
 * how to sign in to the file OPENRC and stands until SIGINT or SIGTERM. At SIGUSR2 it prints the processor time of each of its
 * processes since it was last asked, in milliseconds.
 */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { processorTimes } from './processor-time.ts'
import { isShape, startBenchCloud } from './start-bench-cloud.ts'

const [file, shape = 'together'] = process.argv.slice(2)
if (file === undefined) throw new RangeError('which file shall say how to sign in?')
if (!isShape(shape)) throw new RangeError(`no shape is called ${shape}`)
await using cloud = await startBenchCloud(shape, 10)
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
