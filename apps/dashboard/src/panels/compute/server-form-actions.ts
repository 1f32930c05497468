import { addSecurityGroup } from '@nimbo/contracts/compute/actions/add-security-group'
import { changePassword } from '@nimbo/contracts/compute/actions/change-password'
import { createBackup } from '@nimbo/contracts/compute/actions/create-backup'
import { createImage } from '@nimbo/contracts/compute/actions/create-image'
import { lock } from '@nimbo/contracts/compute/actions/lock'
import { hardReboot, reboot } from '@nimbo/contracts/compute/actions/reboot'
import { rebuild } from '@nimbo/contracts/compute/actions/rebuild'
import { removeSecurityGroup } from '@nimbo/contracts/compute/actions/remove-security-group'
import { rescue } from '@nimbo/contracts/compute/actions/rescue'
import type { ActionSpec } from '../../panel/action-spec.ts'
import { field } from '../../panel/form-spec.ts'
import { serverAction } from './server-actions.ts'

const group = field('name', {
  label: 'security_group',
  to: 'security-groups',
  send: 'name',
  required: true,
  option: false,
})
const secret = field('adminPass', { as: 'secret' })

/** Server actions with a form. */
export const formActions: readonly ActionSpec[] = [
  serverAction('reboot', reboot, {
    body: () => ({ reboot: { type: 'SOFT' } }),
    ...{ asks: true, batch: true, command: 'server reboot' },
  }),
  serverAction(
    'hard-reboot',
    { ...reboot, from: hardReboot.from },
    {
      body: () => ({ reboot: { type: 'HARD' } }),
      ...{ asks: true, batch: true, command: 'server reboot --hard' },
    },
  ),
  serverAction('create-image', createImage, {
    form: { key: 'createImage', fields: [field('name')], command: 'server image create' },
  }),
  serverAction('create-backup', createBackup, {
    form: {
      key: 'createBackup',
      fields: [
        field('name'),
        field('backup_type', { choices: ['daily', 'weekly'], initial: 'daily', option: 'type' }),
        field('rotation', { initial: 3, option: 'rotate' }),
      ],
      command: 'server backup create',
    },
  }),
  serverAction('rebuild', rebuild, {
    form: {
      key: 'rebuild',
      fields: [
        ...[field('imageRef', { to: 'images', option: 'image' }), field('name'), secret],
        field('OS-DCF:diskConfig', { advanced: true, option: false }),
      ],
      command: 'server rebuild',
    },
  }),
  serverAction('rescue', rescue, {
    form: {
      key: 'rescue',
      fields: [field('rescue_image_ref', { to: 'images', option: 'image' }), secret],
      command: 'server rescue',
    },
  }),
  serverAction('change-password', changePassword, {
    form: { key: 'changePassword', fields: [{ ...secret, required: true }], command: 'server set' },
  }),
  serverAction('lock', lock, {
    form: {
      key: 'lock',
      fields: [field('locked_reason', { option: 'reason' })],
      body: ({ locked_reason: reason }) => ({ lock: reason ? { locked_reason: reason } : null }),
      command: 'server lock',
    },
    offered: ({ locked }) => locked !== true,
  }),
  serverAction('add-security-group', addSecurityGroup, {
    form: { key: 'addSecurityGroup', fields: [group] },
  }),
  serverAction('remove-security-group', removeSecurityGroup, {
    form: { key: 'removeSecurityGroup', fields: [group] },
  }),
]
