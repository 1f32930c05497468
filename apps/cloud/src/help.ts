/** The help of the cloud's own commands; the client's command line appends its nouns. */
export const cloudHelp = `usage: nimbo <command> [options]

the cloud itself:
  up                          Start the whole cloud in one process (nimbo up --help)
  serve ROLE…                 Run single roles of a cloud of many processes (nimbo serve --help)
  down                        Stop the cloud; all data is kept
  status                      Show whether the cloud runs and answers
  manage COMMAND              Run an administrative command (nimbo manage --help)
  image build-tiny            Build a small bootable guest image from Debian packages
  test                        Run everything a change must pass, in both shapes

as a user of a cloud:
`
