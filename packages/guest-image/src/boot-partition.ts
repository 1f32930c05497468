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

/**
 * Writes the image of a FAT file system at `path`, with boot loader, kernel and initial file system; gives its size in
 * bytes. `root` is where the packages with the tools are unpacked.
 */
export const buildBootPartition = async (
  path: string,
  content: { readonly kernel: string; readonly initrd: string; readonly root: string; readonly work: string },
): Promise<number> => {
  const { kernel, initrd, root, work } = content
  const menu = join(work, 'syslinux.cfg')
  await writeFile(menu, bootMenu)
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
  for (const [file, name] of [
    [kernel, 'vmlinuz'],
    [initrd, 'initrd'],
    [menu, 'syslinux.cfg'],
  ] as const)
    await run(join(tools, 'mcopy'), ['-i', path, file, `::${name}`], { env })
  await run(join(tools, 'syslinux'), ['--install', path], { env })
  return size
}
