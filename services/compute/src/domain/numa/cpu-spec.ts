import { errors } from '../../errors.ts'

const rule = /^(\^?)\s*([0-9]+)\s*(?:-\s*([0-9]+))?$/

/** Reads a CPU list as Nova writes it: `0-3,^2,6`; exclusions apply to the whole list. Throws `BadRequest`. */
export const readCpuSpec = (spec: string): readonly number[] => {
  const taken = new Set<number>()
  const excluded = new Set<number>()
  for (const part of spec.split(',').map((text) => text.trim())) {
    if (part === '') continue
    const [, caret, first, last] = rule.exec(part) ?? []
    const kind = part.includes('-') ? 'range' : part.startsWith('^') ? 'exclusion' : 'inclusion'
    const [from, to] = [Number(first), Number(last ?? first)]
    if (first === undefined || from > to || to > mostCpus)
      throw errors.BadRequest({ reason: `Invalid ${kind} expression '${part}'` })
    for (let cpu = from; cpu <= to; cpu += 1) (caret === '^' ? excluded : taken).add(cpu)
  }
  return [...taken.difference(excluded)].sort((one, other) => one - other)
}

/** No host has more CPUs; a longer range would only fill memory. */
const mostCpus = 65_535

/** Writes a CPU list with its ranges: `0-3,6`. */
export const cpuSpec = (cpus: readonly number[]): string => {
  const ranges: [number, number][] = []
  for (const cpu of [...cpus].sort((one, other) => one - other)) {
    const open = ranges.at(-1)
    if (open !== undefined && open[1] + 1 === cpu) open[1] = cpu
    else ranges.push([cpu, cpu])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',')
}
