export function verificationChecks(
  product: unknown,
  gazetteer: unknown,
): { id: string; passed: boolean; detail: string }[] {
  void product
  void gazetteer
  return []
}
