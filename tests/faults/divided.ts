import type { FaultCase } from './fault-case.ts'

/** Cases that need the same configuration, and the audits that follow them. */
interface Group {
  readonly cases: FaultCase[]
  readonly audits: FaultCase[]
}

const isAudit = ({ fault }: FaultCase): boolean => fault.startsWith('audit')

const groupsOf = (cases: readonly FaultCase[]): readonly Group[] => {
  const groups: Group[] = []
  for (const one of cases) {
    const last = groups.at(-1)
    const [before] = [...(last?.cases ?? []), ...(last?.audits ?? [])]
    const goesOn = before?.novaConf === one.novaConf && (isAudit(one) || last?.audits.length === 0)
    const group = last !== undefined && goesOn ? last : { cases: [], audits: [] }
    if (group !== last) groups.push(group)
    if (isAudit(one)) group.audits.push(one)
    else group.cases.push(one)
  }
  return groups
}

/**
 * Divides cases among several clouds, evenly and in their order. An audit looks at one cloud only, so each cloud runs the audits of
 * every group that it has cases of.
 */
export const divided = (cases: readonly FaultCase[], clouds: number): readonly (readonly FaultCase[])[] => {
  const parts = Array.from({ length: clouds }, (): FaultCase[] => [])
  for (const { cases: all, audits } of groupsOf(cases))
    for (const [index, part] of parts.entries()) {
      const [from, to] = [index, index + 1].map((end) => Math.floor((end * all.length) / clouds))
      const mine = all.slice(from, to)
      const hasPart = mine.length > 0 || (all.length === 0 && index === 0)
      if (hasPart) part.push(...mine, ...audits)
    }
  return parts.filter((part) => part.length > 0)
}
