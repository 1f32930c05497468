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
 * Shares cases among several clouds, in their order: a cloud that has finished a case takes the next one, so that none is idle
 * while another has several slow cases to do. An audit looks at one cloud only, so each cloud runs the audits of every group that
 * it took cases of; the first one also those that follow no case.
 */
export const sharedCases = (cases: readonly FaultCase[], clouds: number): readonly Iterable<FaultCase>[] => {
  const groups = groupsOf(cases).map((group) => ({ ...group, remaining: group.cases.values() }))
  const forCloud = function* (isFirst: boolean): Iterable<FaultCase> {
    for (const { cases, remaining, audits } of groups) {
      let tookCases = isFirst && cases.length === 0
      for (const one of remaining) {
        tookCases = true
        yield one
      }
      if (tookCases) yield* audits
    }
  }
  return Array.from({ length: clouds }, (_, index) => forCloud(index === 0))
}
