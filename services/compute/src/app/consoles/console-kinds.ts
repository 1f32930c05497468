/** The console types with a proxy in this cloud, by Nova's names. */
export type ConsoleKind = 'novnc' | 'serial'
