/** The platform, a merchant whose books hold unmatched money. The highest id, because its books are locked last. */
export const platformId = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
