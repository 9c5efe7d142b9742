/** A page of a list of Inter, and what its answer says of it. */
export function interPage<Row>(all: readonly Row[], { page, size }: { page: number; size: number }) {
  const rows = all.slice(page * size, (page + 1) * size)
  const paging = {
    totalPaginas: Math.ceil(all.length / size),
    totalElementos: all.length,
    ultimaPagina: (page + 1) * size >= all.length,
    primeiraPagina: page === 0,
    tamanhoPagina: size,
    numeroDeElementos: rows.length,
  }
  return { rows, paging }
}
