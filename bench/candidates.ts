/**
 * The cost of allocation candidates: `node bench/candidates.ts [HOSTS] [ROUNDS]`. Starts placement alone, on SQLite in memory,
 * with HOSTS (10,000) hosts, and requests candidates: first without nested providers, then with a device below each host. Prints
 * a line for each round: the milliseconds of each query.
 */
import { startPlacementStory } from '../services/placement/test/placement-story.ts'

const [hosts = 10_000, rounds = 3] = process.argv.slice(2).map(Number)

await using story = await startPlacementStory()

const host = { VCPU: { total: 64 }, MEMORY_MB: { total: 262_144 }, DISK_GB: { total: 2_000 } }

const timed = async (path: string): Promise<string> => {
  const before = performance.now()
  const { allocation_requests } = await story.must('GET', path)
  return `${(performance.now() - before).toFixed(0)} ms (${allocation_requests.length})`
}

const ask = async (title: string, questions: Readonly<Record<string, string>>): Promise<void> => {
  for (let round = 1; round <= rounds; round += 1) {
    const answers: string[] = []
    for (const [name, query] of Object.entries(questions))
      answers.push(`${name} ${await timed(`/allocation_candidates?${query}`)}`)
    process.stdout.write(`${title} ${round}: ${answers.join('  ')}\n`)
  }
}

const server = 'resources=VCPU:2,MEMORY_MB:4096,DISK_GB:20'
const ids: string[] = []
for (let number = 0; number < hosts; number += 1)
  ids.push(
    await story.provider(`host-${number}`, {
      inventories: host,
      ...(number % 100 === 0 ? { traits: ['HW_CPU_X86_AVX512F'] } : {}),
    }),
  )

await ask('flat', {
  usual: server,
  few: `${server}&limit=10`,
  trait: `${server}&required=HW_CPU_X86_AVX512F`,
  tree: `${server}&in_tree=${ids[hosts - 1]}`,
})

for (const [number, parent] of ids.entries())
  await story.provider(`gpu-${number}`, { parent, inventories: { PGPU: { total: 1 } } })

await ask('nested', {
  usual: server,
  device: `${server}&resources1=PGPU:1`,
  few: `${server}&resources1=PGPU:1&limit=10`,
  tree: `${server}&resources1=PGPU:1&in_tree=${ids[hosts - 1]}`,
})
