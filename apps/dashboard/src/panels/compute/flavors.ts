import { addFlavorAccess, removeFlavorAccess } from '@nimbo/contracts/compute/flavor-access'
import { computeApi } from '@nimbo/contracts/compute/api'
import { createExtraSpecs, deleteExtraSpec } from '@nimbo/contracts/compute/flavor-extra-specs'
import {
  createFlavor,
  deleteFlavor,
  listFlavorsInFull,
  showFlavor,
  updateFlavor,
} from '@nimbo/contracts/compute/flavors'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import type { Item } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'
import { removeSpec } from './remove-spec.ts'

const isPrivate = (flavor: Item): boolean => flavor['os-flavor-access:is_public'] === false
const tenant = field('tenant', { label: 'project_id', to: 'projects', required: true, option: 'project' })

export const flavors = panel({
  id: 'flavors',
  api: computeApi,
  kind: 'flavor',
  polled: true,
  list: { operation: listFlavorsInFull, query: { is_public: 'None' }, paged: true },
  show: { operation: showFlavor, key: 'flavor' },
  columns: [
    column('name', { sort: 'name' }),
    column('vcpus', { sort: 'vcpus' }),
    column('ram', { look: 'mib', sort: 'memory_mb' }),
    column('disk', { look: 'gib', sort: 'root_gb' }),
    column('OS-FLV-EXT-DATA:ephemeral', { look: 'gib', sort: 'ephemeral_gb' }),
    column('swap', { look: 'mib', sort: 'swap' }),
    column('os-flavor-access:is_public', { look: 'yes' }),
    column('id', { sort: 'flavorid', hidden: true }),
  ],
  details: [column('description'), column('extra_specs', { look: 'pairs' })],
  filters: [{ name: 'name', byPage: true }],
  create: {
    operation: createFlavor,
    key: 'flavor',
    fields: [
      field('name'),
      field('vcpus', { initial: 1 }),
      field('ram', { initial: 512, label: 'ram_mib' }),
      field('disk', { initial: 1, label: 'disk_gib' }),
      field('OS-FLV-EXT-DATA:ephemeral', { initial: 0, option: 'ephemeral', advanced: true }),
      field('swap', { as: 'number', initial: 0, label: 'swap_mib', advanced: true }),
      field('os-flavor-access:is_public', { initial: true, option: 'public', advanced: true }),
      field('id', { advanced: true }),
      field('description', { advanced: true }),
    ],
    command: 'flavor create',
  },
  update: { operation: updateFlavor, key: 'flavor', fields: [field('description')], command: 'flavor set' },
  remove: { operation: deleteFlavor, command: 'flavor delete' },
  actions: [
    {
      id: 'add-specs',
      operation: createExtraSpecs,
      form: {
        fields: [field('extra_specs', { as: 'pairs', required: true, option: 'property' })],
        command: 'flavor set',
      },
    },
    removeSpec({
      operation: deleteExtraSpec,
      owner: 'flavor_id',
      spec: 'flavor_extra_spec_key',
      command: 'flavor unset',
    }),
    {
      id: 'add-access',
      operation: addFlavorAccess,
      form: { key: 'addTenantAccess', fields: [tenant], command: 'flavor set' },
      offered: isPrivate,
    },
    {
      id: 'remove-access',
      operation: removeFlavorAccess,
      form: { key: 'removeTenantAccess', fields: [tenant], command: 'flavor unset' },
      offered: isPrivate,
    },
  ],
  command: 'flavor show',
})
