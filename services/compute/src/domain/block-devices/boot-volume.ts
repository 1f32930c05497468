/** Key of a volume's metadata that names the disk it was made for: by it a build that is done again finds it. */
export const madeForDisk = 'nimbo_made_for_disk'

/** Key of a volume's metadata that names the server whose boot made it. */
export const madeForServer = 'nimbo_made_for_server'
