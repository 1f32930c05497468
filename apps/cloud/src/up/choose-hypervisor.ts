import { UserError } from '@nimbo/kernel/user-error'
import {
  canInstall,
  installCommand,
  installPackages,
  missingForQemu,
  missingPackages,
} from '../system-packages.ts'
import type { HypervisorChoice } from './options.ts'
import type { Progress } from './progress.ts'

/** The hypervisor once `auto` is resolved. */
export type ChosenHypervisor = Exclude<HypervisorChoice, 'auto'>

/**
 * Chooses between real and fake servers, and prepares the machine for real ones where wanted: installs missing packages when
 * permitted, else shows the command for it. With `auto`, a machine that cannot run real servers gets the fake hypervisor, with a
 * clear notice.
 */
export const chooseHypervisor = async (
  choice: HypervisorChoice,
  progress: Progress,
): Promise<ChosenHypervisor> => {
  if (choice === 'fake') return 'fake'
  if (choice === 'qemu') return plainQemu()
  const missing = await missingPackages()
  if (missing.length > 0 && (await canInstall())) {
    progress.say(`Installing system packages: ${installCommand(missing)}`)
    const before = performance.now()
    await installPackages(missing)
    progress.done('system packages', performance.now() - before)
    return 'libvirt'
  }
  const root = process.getuid?.() === 0
  if (missing.length === 0 && root) return 'libvirt'
  const remedy =
    missing.length > 0
      ? `it lacks packages; run: sudo ${installCommand(missing)}`
      : 'Nimbo must run as root for that'
  if (choice === 'libvirt') throw new UserError(`this machine cannot run real servers yet: ${remedy}`)
  progress.say(fakeWarning(remedy))
  return 'fake'
}

/** Installs nothing: most users of plain QEMU are not permitted to. */
const plainQemu = async (): Promise<'qemu'> => {
  const missing = await missingForQemu()
  if (missing.length > 0)
    throw new UserError(`this machine lacks packages for plain QEMU; run: sudo ${installCommand(missing)}`)
  return 'qemu'
}

const fakeWarning = (reason: string): string =>
  `\n  !! THE HYPERVISOR IS FAKE: servers will be records, not machines.\n  !! ${reason}\n`
