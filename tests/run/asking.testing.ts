import { messageOf } from '@nimbo/kernel/errors'
import { type SharedServer, sharedServer } from '@nimbo/testing/shared-servers'

/** Requests the servers named by its arguments, all at once, and prints the answers as JSON. */
const answers = process.argv
  .slice(2)
  .map((server) => sharedServer(server as SharedServer).then((address) => address ?? 'none', messageOf))
process.stdout.write(JSON.stringify(await Promise.all(answers)))
