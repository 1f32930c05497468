import type { HostFilter } from '../filter.ts'

const keys = [
  'hw:numa_nodes',
  'hw:cpu_policy',
  'hw:mem_page_size',
  'hw:cpu_realtime',
  'hw:emulator_threads_policy',
]

/** What of the flavor or the image asks for processors or memory of certain nodes. */
const asked = (
  extraSpecs: Readonly<Record<string, string>>,
  properties: Readonly<Record<string, string>>,
): string | undefined => {
  const ofFlavor = keys.find((key) => (extraSpecs[key] ?? 'shared') !== 'shared')
  return (
    ofFlavor ??
    keys.map((key) => key.replace(':', '_')).find((key) => (properties[key] ?? 'shared') !== 'shared')
  )
}

/** Refuses hosts for servers that ask for a NUMA topology: hosts here tell of none, and give guests one node that floats. */
export const numaTopologyFilter: HostFilter = {
  name: 'NUMATopologyFilter',
  refuses: (_host, { spec }) => {
    const key = asked(spec.flavor.extraSpecs, spec.image?.properties ?? {})
    return key === undefined ? undefined : `tells of no NUMA topology, and ${key} asks for one`
  },
}
