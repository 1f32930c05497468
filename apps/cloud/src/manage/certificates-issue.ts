import { systemClock } from '@nimbo/kernel/clock'
import { UserError } from '@nimbo/kernel/user-error'
import { issueHostCertificates } from '../tls/host-certificates.ts'
import type { ManageCommand } from './command.ts'

const needed = (value: string, help: string) => ({ type: 'string', value, help, required: true }) as const

export const certificatesIssue = (): ManageCommand => ({
  name: 'certificates issue',
  summary: 'Issues the certificates with which a host exports and attaches NBD volumes.',
  details:
    'Writes ca-cert.pem and the certificates and keys of server and client for QEMU and libvirt. Each NAME is a name or an address of the host.',
  options: {
    authority: needed(
      'DIR',
      'directory of the CA, created if missing; for nimbo up --tls that is tls in its state directory',
    ),
    directory: needed('DIR', 'directory to which the files of the host are written'),
  },
  words: 'NAME…',
  run: async (given, _, say) => {
    const [name, ...others] = given.words
    const [authority, directory] = [given.text('authority'), given.text('directory')]
    if (name === undefined || authority === undefined || directory === undefined)
      throw new UserError('give a name or address of the host')
    await issueHostCertificates({ authority, directory, names: [name, ...others] }, systemClock.now())
    say(`The certificates of ${name} are in ${directory}.\n`)
    return 0
  },
})
