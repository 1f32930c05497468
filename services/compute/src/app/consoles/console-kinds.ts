/** The consoles that this cloud has proxies for, by Nova's words for their types. */
export type ConsoleKind = 'novnc' | 'serial'
