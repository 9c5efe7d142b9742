/** The platform itself: a merchant without keys and people, whose books keep money that belongs to nobody yet. */
export const platformId = '00000000-0000-7000-8000-000000000000'
