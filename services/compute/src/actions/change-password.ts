import { errors } from '../agent/agent-errors.ts'
import type { HostWork } from './host-work.ts'

export const changePassword: HostWork<'change-password'> =
  ({ hypervisor: { power } }) =>
  async (_ctx, { id, imageProperties, secrets }) => {
    const { adminPassword } = secrets ?? {}
    if (adminPassword === undefined) throw errors.PasswordLost({ serverId: id })
    const user =
      imageProperties.os_admin_user ?? (imageProperties.os_type === 'windows' ? 'Administrator' : 'root')
    await power.setPassword(id, user, adminPassword)
  }
