/** How a partner of one bank has set its account, as that bank writes it. */
export type AccountConfig = {
  pix: {
    receberSemChave: boolean
    chaves?: Record<
      string,
      { recebimento: { webhook?: { notificacao?: { pagador: boolean }; notificar?: { pixSemTxid: boolean } } } }
    >
  }
}
