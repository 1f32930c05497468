import { computeApi } from '@nimbo/contracts/compute/api'
import { createKeyPair, deleteKeyPair, listKeyPairs, showKeyPair } from '@nimbo/contracts/compute/key-pairs'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { panel } from '../../panel/panel.ts'

export const keyPairs = panel({
  id: 'key-pairs',
  api: computeApi,
  kind: 'keypair',
  key: 'name',
  list: { operation: listKeyPairs, unwrap: 'keypair' },
  show: { operation: showKeyPair, key: 'keypair' },
  columns: [column('name'), column('type'), column('fingerprint', { look: 'code' })],
  details: [
    column('created_at', { look: 'date' }),
    column('user_id'),
    column('public_key', { look: 'code' }),
  ],
  filters: [{ name: 'name', byPage: true }],
  create: {
    operation: createKeyPair,
    key: 'keypair',
    fields: [
      field('name'),
      field('type', { initial: 'ssh', choices: ['ssh', 'x509'] }),
      field('public_key', { as: 'file-text', required: true, option: false }),
    ],
    command: 'keypair create',
  },
  remove: { operation: deleteKeyPair, command: 'keypair delete' },
  command: 'keypair show',
})
