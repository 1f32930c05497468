import { installCommand, missingPackages } from '@nimbo/cloud/system-packages'
import { checkRequiredTools } from '@nimbo/guest-image/required-tools'
import { messageOf } from '@nimbo/kernel/errors'

/** Why this machine cannot run real guests under libvirt; false if it can. */
export const guestsMissing = async (): Promise<string | false> => {
  if (process.getuid?.() !== 0) return 'needs root, to plug interfaces and run libvirtd'
  const missing = await missingPackages()
  if (missing.length > 0) return `not installed; ${installCommand(missing)}`
  return checkRequiredTools().then(() => false, messageOf)
}
