/**
 * The platform itself: a merchant without keys and people, whose books hold unmatched money. It has the highest of all
 * ids, because books are locked in the order of ids and these are locked last, when money turns out to be unmatched.
 */
export const platformId = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
