/**
 * Compares the cost of a server in two clouds: `node bench/boot-in-turn.ts ONE OTHER [ROUNDS]`. Each argument is the folder of a working tree, with
 * options for its `bench/boot-servers.ts`: `node bench/boot-in-turn.ts ../before .`, or `'. --hosts 1' '. --hosts 100 --standing 2000'`. Starts both
 * clouds, and in each of ROUNDS (16) rounds lets each boot and delete 100 servers while the processes of the other are stopped (SIGSTOP). So both run
 * under the same load of the machine, which changes the cost of a boot by half within minutes. Prints the medians of both and the median of the ratios
 * of the rounds; the first quarter of the rounds, during which code is still being compiled, does not count.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { median } from './median.ts'

const [one = '.', other = '.', rounds = '16'] = process.argv.slice(2)

interface Round {
  readonly perSecond: number
  readonly cpuMs: number
}

/** Parses a round as printed by `boot-servers.ts`. */
const readRound = (line: string): Round => {
  const [, perSecond] = /([\d.]+) ACTIVE\/s/.exec(line) ?? []
  const [, cpuMs] = /([\d.]+) without idling/.exec(line) ?? []
  return { perSecond: Number(perSecond), cpuMs: Number(cpuMs) }
}

/** Starts a bench in its own process group; it runs one round at a time. */
const startBench = (spec: string) => {
  const [tree = '.', ...options] = spec.split(' ')
  const args = ['bench/boot-servers.ts', ...options, '100', '8', rounds]
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const child = spawn(process.execPath, args, { cwd: tree, detached: true, stdio: [...stdio] })
  if (child.stdout === null) throw new Error('the bench has no output')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, name)
  }
  const lineThatBegins = async (word: string): Promise<string> => {
    for (;;) {
      const { done, value } = await lines.next()
      if (done) throw new Error(`the bench of ${spec} ended early`)
      if (value.startsWith(word)) return value
    }
  }
  return {
    started: () => lineThatBegins('idle'),
    pause: () => signal('SIGSTOP'),
    goOn: () => signal('SIGCONT'),
    round: async (): Promise<Round> => {
      signal('SIGCONT')
      return readRound(await lineThatBegins('round'))
    },
    ended: async () => {
      if (child.exitCode === null) await once(child, 'exit')
    },
    [Symbol.dispose]: () => {
      signal('SIGCONT')
      signal('SIGTERM')
    },
  }
}

const specs = [one, other]
using stack = new DisposableStack()
const benches: ReturnType<typeof startBench>[] = []
for (const spec of specs) {
  const bench = stack.use(startBench(spec))
  await bench.started()
  bench.pause()
  benches.push(bench)
}

const results: Round[][] = specs.map(() => [])
for (let round = 0; round < Number(rounds); round += 1) {
  const order = round % 2 === 0 ? [0, 1] : [1, 0]
  for (const index of order) {
    const bench = benches[index]
    const result = await bench?.round()
    bench?.pause()
    if (result) results[index]?.push(result)
  }
}
// Each bench stops its cloud.
for (const bench of benches) bench.goOn()
await Promise.all(benches.map((bench) => bench.ended()))

const [ones = [], others = []] = results.map((all) => all.slice(all.length >> 2))
const tell = (name: string, of: readonly Round[]): void => {
  const [perSecond, cpuMs] = [median(of.map((each) => each.perSecond)), median(of.map((each) => each.cpuMs))]
  process.stdout.write(`${perSecond.toFixed(1)} ACTIVE/s, ${cpuMs.toFixed(1)} ms CPU a server: ${name}\n`)
}
tell(one, ones)
tell(other, others)
const ratio = (of: keyof Round): string =>
  median(ones.map((each, index) => (others[index]?.[of] ?? Number.NaN) / each[of])).toFixed(2)
process.stdout.write(
  `second relative to first: ${ratio('perSecond')} of the rate, ${ratio('cpuMs')} of the CPU\n`,
)
