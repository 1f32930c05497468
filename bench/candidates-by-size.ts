/**
 * Whether an allocation candidate costs more in a larger cloud: `node bench/candidates-by-size.ts [FEW] [MANY] [ROUNDS]`. Starts
 * placement alone, on SQLite in memory, requests the candidates with FEW (1,000) hosts and again with MANY (10,000), and prints
 * the median time of each request, in total and per candidate, and their ratio.
 */
import { startPlacementStory } from '../services/placement/test/placement-story.ts'

const [few = 1_000, many = 10_000, rounds = 15] = process.argv.slice(2).map(Number)
const inventories = { VCPU: { total: 64 }, MEMORY_MB: { total: 262_144 }, DISK_GB: { total: 2_000 } }
const path = '/allocation_candidates?resources=VCPU:2,MEMORY_MB:4096,DISK_GB:20'

await using story = await startPlacementStory()

let hosts = 0
const growTo = async (size: number): Promise<void> => {
  for (; hosts < size; hosts += 1) await story.provider(`host-${hosts}`, { inventories })
}

/** The median time of a request, in microseconds per candidate. */
const ask = async (question: string): Promise<number> => {
  const times: number[] = []
  let candidates = 0
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now()
    candidates = (await story.must('GET', question)).allocation_requests.length
    times.push(performance.now() - before)
  }
  const median = times.toSorted((one, other) => one - other)[rounds >> 1] ?? 0
  const each = (1_000 * median) / candidates
  process.stdout.write(
    `${hosts} hosts, ${candidates} candidates: p50 ${median.toFixed(1)} ms, ${each.toFixed(1)} µs each\n`,
  )
  return each
}

await growTo(few)
const first = await ask(path)
await growTo(many)
await ask(`${path}&limit=${few}`)
const last = await ask(path)
process.stdout.write(`a candidate of ${many} hosts costs ${(last / first).toFixed(2)} times one of ${few}\n`)
