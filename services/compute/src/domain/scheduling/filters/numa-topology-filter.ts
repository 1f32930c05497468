import type { HostFilter } from '../filter.ts'

const keys = [
  'hw:numa_nodes',
  'hw:cpu_policy',
  'hw:mem_page_size',
  'hw:cpu_realtime',
  'hw:emulator_threads_policy',
]

/** The extra specs and image properties that ask for NUMA placement. */
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

/** Refuses all hosts for servers with a NUMA topology: hosts of this cloud report no NUMA nodes. */
export const numaTopologyFilter: HostFilter = {
  name: 'NUMATopologyFilter',
  refuses: (_host, { spec }) => {
    const key = asked(spec.flavor.extraSpecs, spec.image?.properties ?? {})
    return key === undefined ? undefined : `tells of no NUMA topology, and ${key} asks for one`
  },
}
