import { stat, truncate, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { searchPath } from './required-tools.ts'
import { run } from './run.ts'

const mebibyte = 1024 * 1024

/** How the guest boots: kernel messages that matter go to the serial console, and the self-tests that take time are left out. */
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

/** UEFI takes its boot loader from here on a disk that it knows nothing of; that one finds the kernel by its entry. */
const uefiLoader = ['usr', 'lib', 'systemd', 'boot', 'efi', 'systemd-bootx64.efi']
const uefiFolders = ['EFI', 'EFI/BOOT', 'loader', 'loader/entries']
const uefiMenu = 'timeout 0\n'
const uefiEntry = `title guest
linux /vmlinuz
initrd /initrd
options ${kernelArguments.join(' ')}
`

/**
 * Writes the image of a FAT file system at `path`, with boot loaders for BIOS and for UEFI, kernel and initial file system; gives
 * its size in bytes. `root` is where the packages with the tools are unpacked.
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
  // syslinux calls the mtools by name; MTOOLS_SKIP_CHECK since a bare partition has no disk geometry.
  // The fixed clock makes every date in the partition the same.
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
