/** Key of a volume's metadata that names the server whose boot made it. */
export const madeForServer = 'nimbo_made_for_server'
