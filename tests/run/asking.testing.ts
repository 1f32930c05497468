import { messageOf } from '@nimbo/kernel/errors'
import { type SharedServer, sharedServer } from '@nimbo/testing/shared-servers'

/** Asks for the servers its words name, all at once, and writes the answers. */
const answers = process.argv
  .slice(2)
  .map((server) => sharedServer(server as SharedServer).then((address) => address ?? 'none', messageOf))
process.stdout.write(JSON.stringify(await Promise.all(answers)))
