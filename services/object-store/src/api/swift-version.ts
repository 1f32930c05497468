/** The Swift whose API this is, as clients are told. */
export const swiftVersion = '2.36.0'
