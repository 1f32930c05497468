import { randomBytes } from 'node:crypto'
import { startBenchedNimbo } from './benched-nimbo.ts'
import { type BenchedAccount, startDebianSwift } from './debian-swift.ts'
import { exchange } from './exchange.ts'
import { type Lane, openLane } from './lanes.ts'
import { processorMs } from './processor-ms.ts'

/** V8 keeps compiling the store until it has answered some thousand requests of each kind. */
const warmUps = 3
const rounds = 3
const count = 2000
const atOnce = 8
const bytes = randomBytes(4096)

/** Requests per second, and the processor time per request of the servers and of this client. */
interface Pace {
  readonly rate: number
  readonly ms: number
  readonly clientMs: number
}

const clientMsSoFar = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Sends `count` requests over several connections at a time. */
const paceOf = async (
  { pids }: BenchedAccount,
  lanes: readonly Lane[],
  work: (lane: Lane, number: number) => Promise<void>,
): Promise<Pace> => {
  let next = 0
  const [msBefore, clientMsBefore, began] = [await processorMs(pids), clientMsSoFar(), performance.now()]
  await Promise.all(
    lanes.map(async (lane) => {
      while (next < count) await work(lane, next++)
    }),
  )
  const rate = count / ((performance.now() - began) / 1000)
  const clientMs = (clientMsSoFar() - clientMsBefore) / count
  return { rate, ms: ((await processorMs(pids)) - msBefore) / count, clientMs }
}

const pacesOf = async (account: BenchedAccount, round: number) => {
  await exchange(account, 'PUT', `/box${round}`)
  const lanes = await Promise.all(Array.from({ length: atOnce }, () => openLane(account)))
  const put = await paceOf(account, lanes, (lane, number) => lane.ask('PUT', `/box${round}/${number}`, bytes))
  const get = await paceOf(account, lanes, (lane, number) => lane.ask('GET', `/box${round}/${number}`))
  for (const lane of lanes) lane.close()
  return { put, get }
}

export const smallObjects = async (): Promise<void> => {
  await using nimbo = await startBenchedNimbo()
  await using swift = await startDebianSwift()
  for (let warmUp = 0; warmUp < warmUps; warmUp += 1)
    for (const account of [nimbo, swift]) await pacesOf(account, 0)
  for (let round = 1; round <= rounds; round += 1) {
    const [ours, theirs] = [await pacesOf(nimbo, round), await pacesOf(swift, round)]
    const times = (larger: number, smaller: number): string => `${(larger / smaller).toFixed(1)} times`
    for (const what of ['put', 'get'] as const) {
      const [our, their] = [ours[what], theirs[what]]
      process.stdout.write(
        `4 KiB ${what}, ${atOnce} at once: ${our.rate.toFixed(0)} a second, ${our.ms.toFixed(2)} ms of processor time each (this client ${our.clientMs.toFixed(2)}); ` +
          `Debian's Swift ${their.rate.toFixed(0)} (${times(our.rate, their.rate)}), ${their.ms.toFixed(1)} ms (${times(their.ms, our.ms)}; this client ${their.clientMs.toFixed(2)})\n`,
      )
    }
  }
}
