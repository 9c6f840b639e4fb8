"""Opens workbooks in LibreOffice, changes cells as a person does, and prints what the formulas come to.

Run by `recalculate.ts` with LibreOffice's Python. Reads a job from each line of the input, `{ file, changes: [[{ sheet, cell,
value }]], reads: [{ sheet, cell }] }`, and writes a line for each: a list of the cells' contents for each set of changes.
After each set the cells have their earlier contents again.
"""

import json
import subprocess
import sys
import tempfile
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.table.CellContentType import TEXT


def start():
    pipe = "recalculate"
    profile = tempfile.mkdtemp()
    office = subprocess.Popen(
        ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--norestore",
         f"--accept=pipe,name={pipe};urp"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(300):
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return office, context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        except Exception:  # not up yet
            time.sleep(0.2)
    raise SystemExit("LibreOffice does not start")


def cell_of(document, place):
    return document.Sheets.getByName(place["sheet"]).getCellRangeByName(place["cell"])


def enter(cell, value):
    if isinstance(value, bool):
        cell.Formula = "=TRUE()" if value else "=FALSE()"
    elif isinstance(value, str):
        cell.String = value
    else:
        cell.Value = value


def content(cell):
    if cell.getError():
        return {"error": cell.getError()}
    if cell.FormulaResultType2 == 2 or cell.Type == TEXT:  # a text
        return cell.String
    return cell.Value


def work(desktop, job):
    hidden = PropertyValue(Name="Hidden", Value=True)
    document = desktop.loadComponentFromURL(f"file://{job['file']}", "_blank", 0, (hidden,))
    results = []
    for changes in job["changes"]:
        cells = [cell_of(document, change) for change in changes]
        before = [cell.getDataArray() for cell in cells]
        for cell, change in zip(cells, changes):
            enter(cell, change["value"])
        results.append([content(cell_of(document, place)) for place in job["reads"]])
        for cell, earlier in zip(cells, before):
            cell.setDataArray(earlier)
    document.close(True)
    return results


def main():
    office, desktop = start()
    try:
        for line in sys.stdin:
            print(json.dumps(work(desktop, json.loads(line))), flush=True)
    finally:
        try:
            desktop.terminate()
        except Exception:
            pass
        office.wait(20)


main()
