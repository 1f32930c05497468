import { computeApi } from '@nimbo/contracts/compute/api'
import { attachVolume, detachVolume, listVolumes } from '@nimbo/contracts/compute/server-volumes'
import { column } from '../../panel/column.ts'
import { field, type FormSpec } from '../../panel/form-spec.ts'
import { panel } from '../../panel/panel.ts'

/** The form that attaches a volume to a server. */
export const attachVolumeForm: FormSpec = {
  operation: attachVolume,
  key: 'volumeAttachment',
  fields: [
    field('volumeId', { to: 'volumes', narrow: { status: 'available' }, option: false }),
    field('device', { advanced: true }),
    field('delete_on_termination', { as: 'switch', advanced: true }),
  ],
}

export const serverVolumes = panel({
  id: 'server-volumes',
  api: computeApi,
  kind: 'server',
  key: 'volumeId',
  list: { operation: listVolumes },
  columns: [
    column('volumeId', { look: 'reference', to: 'volumes' }),
    column('device', { look: 'code' }),
    column('delete_on_termination', { look: 'yes' }),
  ],
  create: attachVolumeForm,
  remove: { operation: detachVolume },
})
