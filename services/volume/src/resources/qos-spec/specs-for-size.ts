import type { Texts } from '../../db/metadata.ts'

const limits = ['iops', 'bytes'].flatMap((unit) =>
  ['read', 'write', 'total'].map((way) => `${way}_${unit}_sec`),
)

/**
 * QoS specs as they are for a volume of this size: of `LIMIT_per_gb` follows the limit, which is at least `LIMIT_per_gb_min` and at
 * most `LIMIT_max`.
 */
export const specsForSize = (specs: Texts, sizeGb: number): Texts =>
  limits.reduce<Texts>((known, limit) => {
    const [least, most] = [`${limit}_per_gb_min`, `${limit}_max`]
    const { [`${limit}_per_gb`]: perGb, [least]: atLeast = '0', [most]: atMost, ...others } = known
    if (perGb === undefined) return known
    const wanted = Math.max(Number(perGb) * sizeGb, Number(atLeast))
    return { ...others, [limit]: String(Math.min(wanted, Number(atMost ?? wanted))) }
  }, specs)
