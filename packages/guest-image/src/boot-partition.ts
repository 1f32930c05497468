import { stat, truncate, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { searchPath } from './required-tools.ts'
import { run } from './run.ts'

const mebibyte = 1024 * 1024

/** Sends important kernel messages to the serial console, and skips slow self-tests. */
const kernelArguments = [
  'console=tty0',
  'console=ttyS0,115200',
  'guest_root=guest-root',
  'quiet',
  'cryptomgr.notests',
  'no_timer_check',
]

const bootMenu = `DEFAULT guest
PROMPT 0
SERIAL 0 115200
LABEL guest
  KERNEL vmlinuz
  INITRD initrd
  APPEND ${kernelArguments.join(' ')}
`

/** UEFI's default boot loader path on removable media; the loader finds the kernel by its entry. */
const uefiLoader = ['usr', 'lib', 'systemd', 'boot', 'efi', 'systemd-bootx64.efi']
const uefiFolders = ['EFI', 'EFI/BOOT', 'loader', 'loader/entries']
const uefiMenu = 'timeout 0\n'
const uefiEntry = `title guest
linux /vmlinuz
initrd /initrd
options ${kernelArguments.join(' ')}
`

/**
 * Writes a FAT image at `path` with boot loaders for BIOS and UEFI, kernel and initramfs; returns its size in bytes. `root`
 * contains the unpacked packages with the tools.
 */
export const buildBootPartition = async (
  path: string,
  content: { readonly kernel: string; readonly initrd: string; readonly root: string; readonly work: string },
): Promise<number> => {
  const { kernel, initrd, root, work } = content
  const menu = join(work, 'syslinux.cfg')
  const [loaderMenu, loaderEntry] = [join(work, 'loader.conf'), join(work, 'guest.conf')]
  await writeFile(menu, bootMenu)
  await writeFile(loaderMenu, uefiMenu)
  await writeFile(loaderEntry, uefiEntry)
  const used = (await stat(kernel)).size + (await stat(initrd)).size
  const size = Math.ceil(used / mebibyte + 2) * mebibyte
  await writeFile(path, '')
  await truncate(path, size)

  const tools = join(root, 'usr', 'bin')
  // syslinux calls mtools by name; MTOOLS_SKIP_CHECK because a bare partition has no disk geometry. The fixed clock makes builds
  // reproducible.
  const env = {
    PATH: `${tools}${delimiter}${searchPath}`,
    MTOOLS_SKIP_CHECK: '1',
    SOURCE_DATE_EPOCH: '1600000000',
  }
  await run(join(root, 'sbin', 'mkfs.fat'), ['-F', '16', '-n', 'BOOT', '-i', '4e494d42', '--invariant', path])
  for (const folder of uefiFolders) await run(join(tools, 'mmd'), ['-i', path, `::${folder}`], { env })
  for (const [file, name] of [
    [join(root, ...uefiLoader), 'EFI/BOOT/BOOTX64.EFI'],
    [loaderMenu, 'loader/loader.conf'],
    [loaderEntry, 'loader/entries/guest.conf'],
    [kernel, 'vmlinuz'],
    [initrd, 'initrd'],
    [menu, 'syslinux.cfg'],
  ] as const)
    await run(join(tools, 'mcopy'), ['-i', path, file, `::${name}`], { env })
  await run(join(tools, 'syslinux'), ['--install', path], { env })
  return size
}
