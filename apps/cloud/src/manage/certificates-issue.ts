import { systemClock } from '@nimbo/kernel/clock'
import { UserError } from '@nimbo/kernel/user-error'
import { issueHostCertificates } from '../tls/host-certificates.ts'
import type { ManageCommand } from './command.ts'

const needed = (value: string, help: string) => ({ type: 'string', value, help, required: true }) as const

export const certificatesIssue = (): ManageCommand => ({
  name: 'certificates issue',
  summary: 'Issues the certificates with which a host serves and reaches volumes over NBD.',
  details:
    'Writes ca-cert.pem, and certificate and key of server and client, for QEMU and libvirt. The words are the names and addresses of the host.',
  options: {
    authority: needed('DIR', "the CA's directory, made if missing: tls in the state of nimbo up --tls"),
    directory: needed('DIR', 'where the files of the host are written'),
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
