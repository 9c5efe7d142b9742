/**
 * The platform itself: a merchant without keys and people, whose books keep money that belongs to nobody yet. The highest
 * of all ids: books are locked in the order of ids, and these only after the others, when money turns out to be unmatched.
 */
export const platformId = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
