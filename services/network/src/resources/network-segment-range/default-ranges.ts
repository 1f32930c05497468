import type { NetworkSegmentRange, RangedType } from '@nimbo/contracts/network/network-segment-range'
import type { Deps } from '../../app/deps.ts'
import { standardValues } from '../../app/standard-values.ts'
import type { NeutronConfig } from '../../config.ts'
import { type IdRange, parseRanges, parseVlanRanges } from '../network/segment.ts'
import { segmentRanges } from './segment-ranges.ts'

type Configured = Pick<NetworkSegmentRange, 'network_type' | 'minimum' | 'maximum'> & {
  readonly physical_network: string
}

const configured = ({
  ml2_type_vlan,
  ml2_type_vxlan,
  ml2_type_geneve,
}: Pick<NeutronConfig, 'ml2_type_vlan' | 'ml2_type_vxlan' | 'ml2_type_geneve'>): Configured[] => {
  const of = (network_type: RangedType, physical_network: string, ranges: readonly IdRange[]) =>
    ranges.map(({ first, last }) => ({ network_type, physical_network, minimum: first, maximum: last }))
  const wires = [...parseVlanRanges(ml2_type_vlan.network_vlan_ranges)]
  return [
    ...wires.flatMap(([name, ranges]) => of('vlan', name, ranges)),
    ...of('vxlan', '', parseRanges(ml2_type_vxlan.vni_ranges)),
    ...of('geneve', '', parseRanges(ml2_type_geneve.vni_ranges)),
  ]
}

const keyOf = ({ network_type, physical_network, minimum, maximum }: Configured): string =>
  [network_type, physical_network, minimum, maximum].join()

/** Brings the default ranges in line with the configuration; runs at server start. */
export const keepDefaultRanges = async (deps: Deps): Promise<void> => {
  const { db, config, clock } = deps
  const wanted = new Map(configured(config).map((range) => [keyOf(range), range]))
  const known = await segmentRanges.list(db, 'all', { default: [true] }, { fields: ['id'] })
  const there = new Set<string>()
  for (const range of known) {
    const key = keyOf({ ...range, physical_network: range.physical_network ?? '' })
    if (wanted.has(key)) there.add(key)
    else await segmentRanges.delete(db, range.id)
  }
  for (const [key, range] of wanted)
    if (!there.has(key))
      await segmentRanges.insert(db, {
        ...range,
        ...standardValues(clock),
        ...{ name: '', description: '', default: true, shared: true, project_id: null },
      })
}
