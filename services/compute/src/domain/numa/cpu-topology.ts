import { type Asked, askedOf, refused } from './asked.ts'

/** Sockets, cores a socket and threads a core. */
interface CpuCounts {
  readonly sockets: number
  readonly cores: number
  readonly threads: number
}

const parts = ['sockets', 'cores', 'threads'] as const
const keys = /^hw[:_]cpu_(max_)?(sockets|cores|threads)$/
const unlimited = 65_536

const countsOf = (asked: Asked, prefix: 'cpu_' | 'cpu_max_', from: 'ofFlavor' | 'ofImage'): CpuCounts => {
  const count = (part: (typeof parts)[number]): number => {
    const value = askedOf(asked, `${prefix}${part}`)[from] ?? '0'
    if (!/^-?[0-9]+$/.test(value))
      throw refused(`Invalid flavor extra spec. Error: invalid literal for int() with base 10: '${value}'`)
    return Number(value)
  }
  return { sockets: count('sockets'), cores: count('cores'), threads: count('threads') }
}

const listed = (counts: CpuCounts): string => parts.map((part) => `${part}=${counts[part]}`).join(', ')

const exceeds = (counts: CpuCounts, limits: CpuCounts): boolean =>
  parts.some((part) => limits[part] > 0 && counts[part] > limits[part])

/** The preferred topology of a guest's processors (0 for no preference), and its limits. */
interface CpuTopologyLimits {
  readonly preferred: CpuCounts
  readonly most: CpuCounts
}

/** The preferences and limits of flavor and image for a guest's processors; undefined when they have none. */
const cpuTopologyLimits = (asked: Asked): CpuTopologyLimits | undefined => {
  const named = [asked.flavor.extraSpecs, asked.imageProperties].some((from) => {
    for (const key in from) if (keys.test(key)) return true
    return false
  })
  if (!named) return undefined
  const [mostOfFlavor, mostOfImage] = [
    countsOf(asked, 'cpu_max_', 'ofFlavor'),
    countsOf(asked, 'cpu_max_', 'ofImage'),
  ]
  if (exceeds(mostOfImage, mostOfFlavor))
    throw refused(
      `Image vCPU topology limits (${listed(mostOfImage)}) exceeds the limits of the flavor (${listed(mostOfFlavor)})`,
    )
  const limit = (part: (typeof parts)[number]) => mostOfImage[part] || mostOfFlavor[part] || unlimited
  const most = { sockets: limit('sockets'), cores: limit('cores'), threads: limit('threads') }
  const [ofFlavor, ofImage] = [countsOf(asked, 'cpu_', 'ofFlavor'), countsOf(asked, 'cpu_', 'ofImage')]
  if (exceeds(ofImage, most))
    throw refused(
      `Image vCPU topology (${listed(ofImage)}) exceeds the limits of the flavor or image (${listed(most)})`,
    )
  // A single preference of the image replaces all those of the flavor; so does a limit that the flavor's preference
  // exceeds.
  const flavorCounts = exceeds(ofFlavor, most) || parts.some((part) => ofImage[part] > 0)
  return { preferred: flavorCounts ? ofImage : ofFlavor, most }
}

const divisors = (of: number, most: number): readonly number[] =>
  Array.from({ length: Math.min(of, most) }, (_, index) => Math.min(of, most) - index).filter(
    (count) => of % count === 0,
  )

/** All ways to divide processors within limits: more sockets before more cores, and these before more threads. */
const possible = (vcpus: number, most: CpuCounts): readonly CpuCounts[] =>
  divisors(vcpus, most.sockets).flatMap((sockets) =>
    divisors(vcpus / sockets, most.cores).flatMap((cores) => {
      const threads = vcpus / sockets / cores
      return threads <= most.threads ? [{ sockets, cores, threads }] : []
    }),
  )

const wishesMet = (one: CpuCounts, preferred: CpuCounts): number =>
  (['sockets', 'cores', 'threads'] as const).filter((part) => one[part] === preferred[part]).length

const best = (vcpus: number, { preferred, most }: CpuTopologyLimits): CpuCounts | undefined =>
  possible(vcpus, most).reduce<CpuCounts | undefined>(
    (found, one) =>
      found === undefined || wishesMet(one, preferred) > wishesMet(found, preferred) ? one : found,
    undefined,
  )

/**
 * The topology of a guest's processors: of all that flavor and image allow, the one that meets most of their
 * preferences. Undefined when they have none.
 */
export const chosenCpuTopology = (asked: Asked): CpuCounts | undefined => {
  const limits = cpuTopologyLimits(asked)
  return limits && best(asked.flavor.vcpus, limits)
}

/** Throws `NumaRequestInvalid` when flavor and image contradict each other, or allow no way to divide the processors. */
export const requireCpuTopology = (asked: Asked): void => {
  const limits = cpuTopologyLimits(asked)
  const { vcpus } = asked.flavor
  if (limits === undefined || best(vcpus, limits) !== undefined) return
  const { sockets, cores, threads } = limits.most
  const named = [sockets, cores, threads].map((count) => Math.min(count, vcpus)).join(':')
  throw refused(`Requested vCPU limits ${named} are impossible to satisfy for vcpus count ${vcpus}`)
}
