import {
  networkSegmentRange,
  networkSegmentRangeOperations,
} from '@nimbo/contracts/network/network-segment-range'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { projectColumn } from '../project-column.ts'
import { networkPanel } from './network-panel.ts'

const bounds = [field('minimum'), field('maximum')]

export const segmentRanges = networkPanel({
  id: 'segment-ranges',
  polled: true,
  kind: networkSegmentRange,
  operations: networkSegmentRangeOperations,
  noun: 'network segment range',
  columns: [
    column('name', { sort: 'name' }),
    column('network_type'),
    column('minimum'),
    column('maximum'),
    projectColumn,
    column('shared', { look: 'yes' }),
    column('default', { label: 'is_default', look: 'yes' }),
  ],
  details: [
    column('physical_network', { label: 'provider:physical_network' }),
    column('used', { look: 'pairs' }),
  ],
  create: [
    field('name'),
    field('network_type', { initial: 'vxlan', option: 'network-type' }),
    ...bounds,
    field('shared'),
    field('project_id', { to: 'projects', when: ({ shared }) => shared !== true, option: 'project' }),
    field('physical_network', { label: 'provider:physical_network', advanced: true }),
  ],
  update: [field('name'), ...bounds],
})
