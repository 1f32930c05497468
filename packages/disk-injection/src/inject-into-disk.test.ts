import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { makeOverlay } from '@nimbo/image-format/qcow2-overlay'
import { isFault } from '@nimbo/kernel/errors'
import { type Log, silentLog } from '@nimbo/kernel/log'
import { recordingLog } from '@nimbo/testing/recording-log'
import { injectIntoDisk } from './inject-into-disk.ts'
import type { InjectedData } from './injected-data.ts'
import type { RootPlace } from './root-file-system.ts'

const programs = ['/usr/bin/qemu-storage-daemon', '/usr/sbin/debugfs', '/usr/sbin/mkfs.ext4']
const missing = [...programs, '/dev/fuse'].filter((path) => !existsSync(path))
const isRoot = process.getuid?.() === 0
const skip = missing.length > 0 ? `missing: ${missing.join(', ')}` : isRoot ? false : 'only root can mount'

const mebibyte = 2 ** 20
const partitionAt = mebibyte
const firstSector = partitionAt / 512
const run = (program: string, args: readonly string[], input = ''): string =>
  execFileSync(program, args, { input, timeout: 60_000, stdio: ['pipe', 'pipe', 'pipe'] }).toString()

/** A disk with one partition, as `sfdisk` would write it; with `logical`, in an extended one. */
const partitionTable = (label: 'gpt' | 'dos' | 'logical'): Buffer => {
  const table = Buffer.alloc(partitionAt)
  const record = (sector: number, index: number, type: number, first: number): void => {
    const at = sector * 512
    table.writeUInt8(type, at + 446 + index * 16 + 4)
    table.writeUInt32LE(first, at + 446 + index * 16 + 8)
    table.writeUInt32LE(40_000, at + 446 + index * 16 + 12)
    table.writeUInt16LE(0xaa55, at + 510)
  }
  switch (label) {
    case 'dos':
      record(0, 0, 0x83, firstSector)
      break
    case 'logical':
      record(0, 0, 0x82, 34)
      record(0, 1, 0x05, 64)
      record(64, 0, 0x83, firstSector - 64)
      break
    case 'gpt':
      record(0, 0, 0xee, 1)
      table.write('EFI PART', 512, 'latin1')
      table.writeBigUInt64LE(2n, 512 + 72)
      table.writeUInt32LE(128, 512 + 80)
      table.writeUInt32LE(128, 512 + 84)
      table.write('a type', 1024, 'latin1')
      table.writeBigUInt64LE(BigInt(firstSector), 1024 + 32)
  }
  return table
}

/** Requests that make the files of a guest. */
const usualFiles = (directory: string): readonly string[] => [
  ...['mkdir /etc', 'mkdir /bin', 'mkdir /root'],
  `write ${directory}/passwd /etc/passwd`,
  `write ${directory}/shadow /etc/shadow`,
  'set_inode_field /etc/shadow mode 0100640',
  'set_inode_field /etc/shadow gid 42',
]

interface ImageParts {
  /** Not partitioned if absent. */
  readonly label?: 'gpt' | 'dos' | 'logical'
  readonly system?: 'ext2' | 'ext3' | 'ext4' | 'none'
  readonly requests?: readonly string[]
  readonly format?: 'raw' | 'qcow2'
}

/** An image of a guest and a new overlay on it, as servers have them. */
const makeDisk = async (t: TestContext, parts: ImageParts = {}) => {
  const { label, system = 'ext4', requests = [], format = 'raw' } = parts
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-injection-'))
  t.after(() => rm(directory, { recursive: true }))
  const at = (name: string): string => join(directory, name)
  await writeFile(at('passwd'), 'daemon:x:1:1::/:/bin/sh\nroot:x:0:0:root:/root:/bin/sh\n')
  await writeFile(at('shadow'), 'root:*:19000:0:99999:7:::\ndaemon:*:19000:0:99999:7:::\n')
  const raw = at('raw')
  const offset = label === undefined ? 0 : partitionAt
  await using file = await open(raw, 'wx')
  await file.truncate(24 * mebibyte + offset)
  if (label !== undefined) await file.write(partitionTable(label), 0)
  if (system !== 'none') {
    run(`mkfs.${system}`, ['-q', '-F', '-E', `offset=${offset}`, raw, '16384k'])
    await writeFile(
      at('requests'),
      [...usualFiles(directory), ...requests].map((line) => `${line}\n`).join(''),
    )
    run('debugfs', ['-w', '-f', at('requests'), `${raw}?offset=${offset}`])
  }
  const image = format === 'raw' ? raw : at('image')
  if (format === 'qcow2') run('qemu-img', ['convert', '-O', 'qcow2', raw, image])
  const before = run('sha256sum', [image])
  await makeOverlay(at('disk'), { backingFile: image, backingFormat: format, virtualSize: 40 * mebibyte })

  const disk = { format: 'qcow2', path: at('disk'), backing: { path: image, format } } as const
  /** Answers of debugfs about the disk as the guest sees it. */
  const ask = (request: string): string => {
    run('qemu-img', ['convert', '-f', 'qcow2', '-O', 'raw', disk.path, at('seen')])
    return run('debugfs', ['-R', request, `${at('seen')}?offset=${offset}`])
  }
  return {
    ...{ directory, disk, ask },
    read: (path: string) => ask(`cat "${path}"`),
    check: () => {
      ask('stat /')
      run('e2fsck', ['-fn', `${at('seen')}?offset=${offset}`])
      assert.equal(run('sha256sum', [image]), before, 'the image stays as it is')
    },
  }
}

const inject = (
  { disk }: Awaited<ReturnType<typeof makeDisk>>,
  data: Partial<InjectedData>,
  { root = 'found', log = silentLog }: { readonly root?: RootPlace; readonly log?: Log } = {},
): Promise<void> => injectIntoDisk({ log })({ disk, root, data: { metadata: {}, files: [], ...data } })

const fileAt = (path: string, text = 'hello\n') => ({ path, contents: Buffer.from(text).toString('base64') })

const notInjected = (error: unknown): boolean => isFault(error, 'InjectionFailed', 'ProgramFailed')

describe('data injected into the disk of a new server', { skip }, () => {
  for (const parts of [
    { system: 'ext4' },
    { system: 'ext3', format: 'qcow2' },
    { system: 'ext2', label: 'dos' },
    { system: 'ext4', label: 'gpt', format: 'qcow2' },
  ] as const)
    it(`are in its root file system: ${JSON.stringify(parts)}`, async (t) => {
      const made = await makeDisk(t, parts)
      await inject(made, {
        adminPassword: 'correct "horse" $battery',
        publicKey: 'ssh-ed25519 AAAA me@example.org\n',
        metadata: { role: 'web' },
        files: [fileAt('/etc/motd'), fileAt('opt/new/deep file "x"', 'deep\n')],
      })
      assert.equal(made.read('/etc/motd'), 'hello\n')
      assert.equal(made.read('/opt/new/deep file ""x""'), 'deep\n')
      assert.equal(made.read('/meta.js'), '{"role":"web"}')
      assert.match(made.read('/root/.ssh/authorized_keys'), /\nssh-ed25519 AAAA me@example.org\n$/)
      const [root = '', daemon] = made.read('/etc/shadow').split('\n')
      const [, hash = '', ...others] = root.split(':')
      const salt = hash.split('$')[2] ?? ''
      const again = run('openssl', ['passwd', '-6', '-salt', salt, '-stdin'], 'correct "horse" $battery\n')
      assert.equal(hash, again.trim())
      assert.deepEqual([others.join(':'), daemon], ['19000:0:99999:7:::', 'daemon:*:19000:0:99999:7:::'])
      made.check()
    })

  it('keep the owner, the mode and the SELinux context of files that they replace', async (t) => {
    const context = 'system_u:object_r:shadow_t:s0'
    const made = await makeDisk(t, {
      requests: [
        `ea_set /etc security.selinux system_u:object_r:etc_t:s0\\000`,
        `ea_set /etc/shadow security.selinux ${context}\\000`,
      ],
    })
    await inject(made, { adminPassword: 'secret', files: [fileAt('/etc/new')] })
    const shadow = made.ask('stat /etc/shadow')
    assert.match(shadow, /Mode: {2}0640/)
    assert.match(shadow, /User: +0 +Group: +42 /)
    assert.match(shadow, /security\.selinux \(30\) = "system_u:object_r:shadow_t:s0\\000"/)
    assert.match(made.ask('stat /etc/new'), /Mode: {2}0644[\s\S]*"system_u:object_r:etc_t:s0\\000"/)
    assert.match(made.ask('stat /root/.ssh'), /^$/, 'no key, no directory for it')
    made.check()
  })

  it('stay within the disk whatever its links say', async (t) => {
    const outside = join(tmpdir(), 'nimbo-injection-outside')
    const made = await makeDisk(t, {
      requests: [
        'mkdir /real',
        `symlink /up ../../../../../../../..${tmpdir()}`,
        `symlink /away ${tmpdir()}`,
        'symlink /linked /real',
        'symlink /etc/issue ../real/issue',
        'symlink /etc/loop loop',
      ],
    })
    await inject(made, {
      files: [fileAt('/linked/one'), fileAt('/etc/issue'), fileAt('/../../a/../real/two')],
    })
    for (const name of ['one', 'issue', 'two']) assert.equal(made.read(`/real/${name}`), 'hello\n')
    for (const path of ['/up/nimbo-injection-outside', '/away/nimbo-injection-outside', '/etc/loop'])
      await assert.rejects(inject(made, { files: [fileAt(path)] }), notInjected, path)
    assert.ok(!existsSync(outside))
    made.check()
  })

  it('may have paths that mean something to the program that writes them', async (t) => {
    const made = await makeDisk(t)
    const names = ['<2>', '-R', '#note', 'a"; rm /etc/passwd', 'snow ☃', 'x'.repeat(255)]
    await inject(made, { files: names.map((name) => fileAt(`/${name}`)) })
    for (const name of names) assert.equal(made.read(`/./${name.replaceAll('"', '""')}`), 'hello\n', name)
    for (const path of ['/a\nrm /etc/passwd', '/a\rb', '/a\0b', `/${'x'.repeat(256)}`, '/', '/etc', '/etc/'])
      await assert.rejects(inject(made, { files: [fileAt(path)] }), notInjected, path)
    assert.match(made.read('/etc/passwd'), /root/)
    made.check()
  })

  it('are an error if they are files and have no place, and otherwise a warning', async (t) => {
    const [unknown, bare, full] = [
      await makeDisk(t, { system: 'none' }),
      await makeDisk(t, { requests: ['rm /etc/shadow'] }),
      await makeDisk(t, { label: 'gpt' }),
    ]
    const cases = [
      { made: unknown, root: 'found', reason: /no root file system/ },
      { made: unknown, root: 'whole', reason: /not ext2, ext3 or ext4/ },
      { made: full, root: 2, reason: /no partition 2/ },
      { made: full, root: 'whole', reason: /not ext2, ext3 or ext4/ },
    ] as const
    for (const { made, root, reason } of cases) {
      await assert.rejects(inject(made, { files: [fileAt('/etc/motd')] }, { root }), reason)
      const { log, lines } = recordingLog()
      await inject(made, { adminPassword: 'secret', publicKey: 'a key' }, { root, log })
      assert.match(JSON.stringify(lines), reason)
    }
    const { log, lines } = recordingLog()
    await inject(bare, { adminPassword: 'secret', metadata: { a: 'b' } }, { log })
    assert.match(JSON.stringify(lines), /no \/etc\/shadow/)
    assert.doesNotMatch(JSON.stringify(lines), /secret/)
    assert.equal(bare.read('/meta.js'), '{"a":"b"}', 'the others are injected all the same')
    await inject(full, { files: [fileAt('/etc/motd')] }, { root: 1 })
    assert.equal(full.read('/etc/motd'), 'hello\n')
  })

  it('are in the only root file system of logical partitions', async (t) => {
    const made = await makeDisk(t, { label: 'logical' })
    await inject(made, { metadata: { a: 'b' } }, { root: 5 })
    await inject(made, { files: [fileAt('/etc/motd')] })
    assert.deepEqual([made.read('/meta.js'), made.read('/etc/motd')], ['{"a":"b"}', 'hello\n'])
  })

  it('reach a disk below a link, whose image belongs to the user of guests', async (t) => {
    const made = await makeDisk(t)
    const link = `${made.directory}-link`
    await symlink(made.directory, link)
    t.after(() => rm(link))
    await chown(made.disk.backing.path, 64_055, 64_055)
    await chmod(made.disk.backing.path, 0o600)
    const linked = { ...made, disk: { ...made.disk, path: join(link, 'disk') } }
    await inject(linked, { files: [fileAt('/etc/motd')] })
    assert.equal(made.read('/etc/motd'), 'hello\n')
  })

  it('do not destroy what they cannot replace, for want of space', async (t) => {
    const made = await makeDisk(t)
    const contents = Buffer.alloc(20 * mebibyte, 1).toString('base64')
    await assert.rejects(inject(made, { files: [{ path: '/etc/passwd', contents }] }), notInjected)
    assert.match(made.read('/etc/passwd'), /^daemon/)
    made.check()
  })

  it('are written after the journal of a file system that was not unmounted', async (t) => {
    const made = await makeDisk(t, { requests: ['feature needs_recovery'] })
    assert.match(made.ask('features'), /needs_recovery/)
    await inject(made, { files: [fileAt('/etc/motd')] })
    assert.equal(made.read('/etc/motd'), 'hello\n')
    assert.doesNotMatch(made.ask('features'), /needs_recovery/)
    made.check()
  })
})
