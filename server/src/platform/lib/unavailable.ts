/** Something that the server cannot do without is not there. Whoever asked did nothing wrong and may come back. */
export class Unavailable extends Error {}
