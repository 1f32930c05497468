import { type Asked, askedOf, refused } from './asked.ts'

interface Counts {
  readonly sockets: number
  readonly cores: number
  readonly threads: number
}

const parts = ['sockets', 'cores', 'threads'] as const
const keys = /^hw[:_]cpu_(max_)?(sockets|cores|threads)$/
const unlimited = 65_536

const countsOf = (asked: Asked, prefix: 'cpu_' | 'cpu_max_', from: 'ofFlavor' | 'ofImage'): Counts => {
  const count = (part: (typeof parts)[number]): number => {
    const value = askedOf(asked, `${prefix}${part}`)[from] ?? '0'
    if (!/^-?[0-9]+$/.test(value))
      throw refused(`Invalid flavor extra spec. Error: invalid literal for int() with base 10: '${value}'`)
    return Number(value)
  }
  return { sockets: count('sockets'), cores: count('cores'), threads: count('threads') }
}

const listed = (counts: Counts): string => parts.map((part) => `${part}=${counts[part]}`).join(', ')

const exceeds = (counts: Counts, limits: Counts): boolean =>
  parts.some((part) => limits[part] > 0 && counts[part] > limits[part])

/** What a guest's processors shall look like, and what they must not exceed; undefined when nothing says so. */
export const cpuTopologyLimits = (
  asked: Asked,
): { readonly preferred: Counts; readonly most: Counts } | undefined => {
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
  // One preference of the image replaces all of the flavor; so do lower limits of the image.
  const flavorCounts = exceeds(ofFlavor, most) || parts.some((part) => ofImage[part] > 0)
  return { preferred: flavorCounts ? ofImage : ofFlavor, most }
}
