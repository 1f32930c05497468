import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { release, tmpdir } from 'node:os'
import { join } from 'node:path'

export interface KvmProbeDeps {
  /** Where it is noted that KVM works, since probing may take a second. */
  readonly stateDir: string
  readonly qemu?: string
  readonly timeoutMs?: number
  /** `kvm`, or another accelerator (`tcg`) to test the probe itself. */
  readonly accelerator?: string
}

const exitPort = 0xf4
const magic = 0x2a
/** The exit code of QEMU's debug exit device for the written value. */
const magicExit = (magic << 1) | 1

/** A boot sector with `mov al, magic; out exitPort, al; hlt; jmp $-1`. */
const bootSector = (): Buffer => {
  const sector = Buffer.alloc(512)
  sector.set([0xb0, magic, 0xe6, exitPort, 0xf4, 0xeb, 0xfd])
  sector.writeUInt16LE(0xaa55, 510)
  return sector
}

/** Whether a guest completed in time. Its process has exited when this resolves. */
const boots = (deps: KvmProbeDeps, image: string): Promise<boolean> =>
  new Promise((resolve) => {
    const accelerator = deps.accelerator ?? 'kvm'
    const args = [
      [
        '-accel',
        accelerator,
        '-machine',
        'pc',
        '-cpu',
        accelerator === 'kvm' ? 'host' : 'qemu64',
        '-m',
        '16',
      ],
      ['-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot'],
      ['-drive', `file=${image.replaceAll(',', ',,')},format=raw,if=none,id=boot,readonly=on`],
      ['-device', 'virtio-blk-pci,drive=boot'],
      ['-device', `isa-debug-exit,iobase=${exitPort},iosize=1`],
    ].flat()
    const child = spawn(deps.qemu ?? 'qemu-system-x86_64', args, { stdio: 'ignore' })
    const timer = setTimeout(() => child.kill('SIGKILL'), deps.timeoutMs ?? 1_000)
    child.on('error', () => {
      clearTimeout(timer)
      resolve(false)
    })
    child.on('exit', (code) => {
      clearTimeout(timer)
      resolve(code === magicExit)
    })
  })

/** Boots a minimal guest; true if it completes within a second. */
export const guestBoots = async (deps: KvmProbeDeps): Promise<boolean> => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-probe-'))
  try {
    const image = join(directory, 'boot.img')
    // Firmware reads disks by cylinder, so the file must be larger than a sector.
    await writeFile(image, Buffer.concat([bootSector(), Buffer.alloc(1024 * 1024 - 512)]))
    return await boots(deps, image)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/**
 * Whether KVM works on this host. `/dev/kvm` alone says little: in nested or paravirtual hosts QEMU may hang or abort. A success is
 * noted in `<stateDir>/kvm-probe.json` until the kernel changes. A failure is not: the host may have been busy, or get QEMU, the
 * kernel's module or access to the device later.
 */
export const kvmWorks = async (deps: KvmProbeDeps): Promise<boolean> => {
  const cache = join(deps.stateDir, 'kvm-probe.json')
  const kernel = release()
  try {
    const known: unknown = JSON.parse(await readFile(cache, 'utf8'))
    if (typeof known === 'object' && known !== null && 'works' in known && 'kernel' in known)
      if (known.works === true && known.kernel === kernel) return true
  } catch {
    // Not probed yet, or an incomplete file.
  }
  if (!(await guestBoots(deps))) return false
  await mkdir(deps.stateDir, { recursive: true })
  await writeFile(cache, JSON.stringify({ works: true, kernel }))
  return true
}

/** The virtualisation type: as configured, or by the probe. The result is cached. */
export const chooseVirtType = (
  wanted: 'auto' | 'kvm' | 'qemu',
  deps: KvmProbeDeps,
): (() => Promise<'kvm' | 'qemu'>) => {
  let chosen: Promise<'kvm' | 'qemu'> | undefined
  const probe = async () => ((await kvmWorks(deps)) ? 'kvm' : 'qemu')
  return () => {
    chosen ??= wanted === 'auto' ? probe() : Promise.resolve(wanted)
    return chosen
  }
}
