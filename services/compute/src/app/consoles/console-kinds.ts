/** The console types that this cloud has, by Nova's names; all but `spice-direct` have a proxy. */
export type ConsoleKind = 'novnc' | 'serial' | 'spice-html5' | 'spice-direct'
