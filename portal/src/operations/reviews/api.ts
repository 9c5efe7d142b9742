export const reviewKeys = { all: ['reviews'] }
