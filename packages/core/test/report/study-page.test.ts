import { describe, expect, it } from "vitest";
import { figure } from "../../src/report/study-format.ts";
import { studyPage, type StudySection } from "../../src/report/study-page.ts";

describe("a page of a study", () => {
  const sections: readonly StudySection[] = [
    {
      heading: "One",
      before: ["Read this <first>."],
      table: { columns: [{ header: "a|b", align: "right" }], rows: [["m\u001B[2J"]] },
      after: ["Then this, which is a longer sentence than fits."],
    },
    { heading: "Words only", before: ["No table here."] },
  ];
  it("is sections with an empty line between them, in Markdown", () => {
    expect(studyPage(sections, { format: "markdown", width: 80 })).toBe(
      "### One\n\nRead this &lt;first>.\n\n| a\\|b |\n| --: |\n| m\\\\x1b[2J |\n\nThen this, which is a longer sentence than fits.\n\n### Words only\n\nNo table here.\n",
    );
  });
  it("wraps sentences for a terminal, and shows control characters", () => {
    expect(studyPage(sections, { format: "terminal", width: 24 })).toBe(
      "One\nRead this <first>.\n     a|b\nm\\x1b[2J\nThen this, which is a\n  longer sentence than\n  fits.\n\nWords only\nNo table here.\n",
    );
  });
  it("is the tables alone when quiet", () => {
    const quiet = studyPage(sections, { format: "terminal", width: 80, quiet: true });
    expect(quiet).toBe("One\n     a|b\nm\\x1b[2J\n");
  });
});

describe("a figure", () => {
  it.each([
    [0.902, ".902"],
    [-0.0349, "-.035"],
    [-0.0001, ".000"],
    [1, "1.000"],
    [Number.NaN, "none"],
    [null, "none"],
  ])("%d is shown as %s", (value, text) => {
    expect(figure(value)).toBe(text);
  });
});
