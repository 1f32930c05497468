import { randomBytes } from 'node:crypto'
import { startBenchedNimbo } from './benched-nimbo.ts'
import { type BenchedAccount, startDebianSwift } from './debian-swift.ts'
import { exchange } from './exchange.ts'

const rounds = 3
const count = 1000
const atOnce = 8
const bytes = randomBytes(4096)

/** Does so many, some at once; gives how many a second. */
const rateOf = async (work: (number: number) => Promise<unknown>): Promise<number> => {
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await work(next++)
    }),
  )
  return count / ((performance.now() - began) / 1000)
}

const ratesOf = async (account: BenchedAccount, round: number) => {
  await exchange(account, 'PUT', `/box${round}`)
  const put = await rateOf((number) => exchange(account, 'PUT', `/box${round}/${number}`, bytes))
  const get = await rateOf((number) => exchange(account, 'GET', `/box${round}/${number}`))
  return { put, get }
}

export const smallObjects = async (): Promise<void> => {
  await using nimbo = await startBenchedNimbo()
  await using swift = await startDebianSwift()
  for (const account of [nimbo, swift]) await ratesOf(account, 0)
  for (let round = 1; round <= rounds; round += 1) {
    const [ours, theirs] = [await ratesOf(nimbo, round), await ratesOf(swift, round)]
    const line = (what: 'put' | 'get') =>
      `${what} ${ours[what].toFixed(0)}/s, Debian's Swift ${theirs[what].toFixed(0)}/s: ${(ours[what] / theirs[what]).toFixed(1)} times`
    process.stdout.write(`4 KiB, ${atOnce} at once: ${line('put')}; ${line('get')}\n`)
  }
}
